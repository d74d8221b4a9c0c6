use grognard::{graph, source::Files, syntax};
fn main() {
    let mut files = Files::default();
    let mut decls = Vec::new();
    let mut all = Vec::new();
    for path in std::env::args().skip(1) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let id = files.add(path, &text);
        let (d, found) = syntax::parse(&files, id);
        decls.extend(d);
        all.extend(found);
    }
    let (program, found) = graph::compile(&files, &decls);
    all.extend(found);
    for d in &all {
        println!("{}: {} [{}] {}", files.place(d.span), d.message, files.slice(d.span).trim().chars().take(60).collect::<String>(), d.help.clone().unwrap_or_default());
    }
    println!("{} faults, {} exs, {} slots, {} procs", all.len(), program.exs.len(), program.slots.len(), program.procs.len());
}
