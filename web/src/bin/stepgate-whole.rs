//! The worker with the whole engine.

fn main() {
    stepgate_web::whole_worker();
}
