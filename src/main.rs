use grognard::{source::Files, syntax};
fn main() {
    let mut files = Files::default();
    let mut bad = 0;
    for path in std::env::args().skip(1) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let id = files.add(path, &text);
        let (decls, found) = syntax::parse(&files, id);
        eprintln!("{} declarations", decls.len());
        for d in found {
            bad += 1;
            println!("{}: {} [{}] {}", files.place(d.span), d.message, files.slice(d.span).trim(), d.help.unwrap_or_default());
        }
    }
    std::process::exit(i32::from(bad > 0));
}
