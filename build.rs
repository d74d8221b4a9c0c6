//! The packs are built in: build again when one changes.

fn main() {
    println!("cargo:rerun-if-changed=rules");
    println!("cargo:rerun-if-changed=forcelists");
    println!("cargo:rerun-if-changed=grammar");
}
