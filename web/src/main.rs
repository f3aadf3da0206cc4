//! The page, and the worker that it begins with.

fn main() {
    stepgate_web::page();
}
