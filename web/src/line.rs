//! The page's end of the line to the worker: numbers, deadlines, and a fresh worker when one is lost.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::rc::{Rc, Weak};

use futures_channel::oneshot;
use gloo::timers::callback::Timeout;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

use crate::program::Program;
use crate::protocol::{Answer, Message, Request};
use crate::{address, timeline};

/// How long an answer may take, in milliseconds.
const DEADLINE: u32 = 5_000;
/// How long a worker may take to start, in milliseconds: slow machines compile slowly.
const START_DEADLINE: u32 = 30_000;

/// What comes out of the line.
pub enum Event {
    /// The worker said something.
    Answer(Message<Answer>),
    /// The worker is a fresh one, of another program, and knows no text. No request was on its way.
    Exchanged,
    /// The worker is gone, and why; a fresh one knows no text. Requests that were on their way are not answered.
    Lost(String),
}

/// The line to the worker.
#[derive(Clone)]
pub struct Line(Rc<RefCell<Inner>>);

struct Inner {
    events: Callback<Event>,
    running: Option<Running>,
    /// What workers run.
    program: Program,
    /// What they are to run as soon as no request is on its way.
    next_program: Option<Program>,
    /// Whether there is to be no worker for now.
    resting: bool,
    next: u32,
    /// Requests without an answer: number and when it is due.
    waiting: VecDeque<(u32, f64)>,
    /// Those of them whose asker waits, by number.
    asked: HashMap<u32, oneshot::Sender<Answer>>,
    alarm: Option<Timeout>,
}

struct Running {
    worker: Worker,
    ready: bool,
    /// Requests from before it was ready: a worker that has not begun to listen would never hear them.
    held: Vec<JsValue>,
    // Dropped with the worker: the browser holds only their JavaScript halves.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Line {
    /// A line without a worker: nothing is answered before [`Line::wake`].
    pub fn resting(events: Callback<Event>) -> Line {
        Line(Rc::new(RefCell::new(Inner {
            events,
            running: None,
            program: Program::own(),
            next_program: None,
            resting: true,
            next: 0,
            waiting: VecDeque::new(),
            asked: HashMap::new(),
            alarm: None,
        })))
    }

    /// Starts a worker, which knows no text.
    pub fn wake(&self) {
        self.0.borrow_mut().resting = false;
        self.run();
    }

    /// Ends the worker. Requests that are on their way, and all that follow, are not answered.
    pub fn rest(&self) {
        self.0.borrow_mut().resting = true;
        self.end();
    }

    /// Has workers run another program from now on.
    pub fn exchange(&self, program: Program) {
        self.0.borrow_mut().next_program = Some(program);
        self.exchange_if_idle();
    }

    fn exchange_if_idle(&self) {
        let mut inner = self.0.borrow_mut();
        if !inner.waiting.is_empty() {
            return;
        }
        let Some(program) = inner.next_program.take() else {
            return;
        };
        inner.program = program;
        let (events, rests) = (inner.events.clone(), inner.resting);
        drop(inner);
        self.end();
        if !rests {
            self.run();
        }
        events.emit(Event::Exchanged);
    }

    /// A number for the next request.
    pub fn number(&self) -> u32 {
        let mut inner = self.0.borrow_mut();
        inner.next += 1;
        inner.next
    }

    /// Sends a request and waits for its answer, which is not told as an event. None when the worker is lost before.
    pub async fn ask(&self, request: Request) -> Option<Answer> {
        let number = self.number();
        let (sender, receiver) = oneshot::channel();
        self.0.borrow_mut().asked.insert(number, sender);
        self.send(number, request);
        receiver.await.ok()
    }

    /// Sends a request. Its answer, or the loss of the worker, comes as an event.
    pub fn send(&self, number: u32, content: Request) {
        if self.0.borrow().resting {
            self.0.borrow_mut().asked.remove(&number);
            return;
        }
        if self.0.borrow().running.is_none() {
            self.run();
        }
        let mut inner = self.0.borrow_mut();
        let Some(running) = &mut inner.running else {
            return;
        };
        let limit = if running.ready {
            DEADLINE
        } else {
            START_DEADLINE
        };
        // It cannot fail with our own types; if it did, the deadline would tell.
        if let Some(message) = (Message { number, content }).write() {
            if running.ready {
                let _ = running.worker.post_message(&message);
            } else {
                running.held.push(message);
            }
        }
        let due = timeline::now() + f64::from(limit);
        inner.waiting.push_back((number, due));
        drop(inner);
        self.arm();
    }

    fn run(&self) {
        let start = self.0.borrow().program.start();
        match Running::start(&Rc::downgrade(&self.0), &start) {
            Ok(running) => self.0.borrow_mut().running = Some(running),
            Err(reason) => self.lose(reason),
        }
        self.arm();
    }

    /// Sets the alarm for the oldest request, or for the start.
    fn arm(&self) {
        let mut inner = self.0.borrow_mut();
        let starting = inner.running.as_ref().is_some_and(|running| !running.ready);
        let due = inner.waiting.front().map(|(_, due)| *due);
        let rest = match due {
            Some(due) => (due - timeline::now()).max(0.0) as u32,
            None if starting => START_DEADLINE,
            None => {
                inner.alarm = None;
                return;
            }
        };
        let weak = Rc::downgrade(&self.0);
        inner.alarm = Some(Timeout::new(rest, move || {
            if let Some(inner) = weak.upgrade() {
                Line(inner).overdue();
            }
        }));
    }

    fn overdue(&self) {
        let ready = self
            .0
            .borrow()
            .running
            .as_ref()
            .is_some_and(|running| running.ready);
        let reason = if ready {
            format!(
                "the engine gave no answer within {} seconds",
                DEADLINE / 1000
            )
        } else {
            format!(
                "the engine did not start within {} seconds",
                START_DEADLINE / 1000
            )
        };
        self.lose(reason);
    }

    fn heard(&self, message: Message<Answer>) {
        let events = {
            let mut inner = self.0.borrow_mut();
            match &message.content {
                Answer::Ready { .. } => {
                    let due = timeline::now() + f64::from(DEADLINE);
                    for (_, waiting) in &mut inner.waiting {
                        *waiting = due;
                    }
                    if let Some(running) = &mut inner.running {
                        running.ready = true;
                        for message in running.held.drain(..) {
                            let _ = running.worker.post_message(&message);
                        }
                    }
                }
                Answer::Panicked { .. } => {}
                _ => {
                    // Answers come in order; what stands before this one will never be answered.
                    while let Some((number, _)) = inner.waiting.pop_front() {
                        if number == message.number {
                            break;
                        }
                    }
                    // The worker takes one request at a time: the clock of the next begins now.
                    let due = timeline::now() + f64::from(DEADLINE);
                    if let Some((_, waiting)) = inner.waiting.front_mut() {
                        *waiting = due;
                    }
                }
            }
            inner.events.clone()
        };
        if let Answer::Panicked { message: panic } = message.content {
            self.lose(format!("the engine stopped: {panic}"));
            return;
        }
        self.arm();
        let asker = self.0.borrow_mut().asked.remove(&message.number);
        match asker {
            // Whoever asked may have gone away since.
            Some(asker) => drop(asker.send(message.content)),
            None => events.emit(Event::Answer(message)),
        }
        self.exchange_if_idle();
    }

    /// Ends the worker, starts a fresh one if this one ever ran, and tells the page.
    fn lose(&self, reason: String) {
        // A worker that cannot even start is tried again with the next request, not in a circle.
        if self.end() {
            self.run();
        }
        let events = self.0.borrow().events.clone();
        events.emit(Event::Lost(reason));
    }

    /// Ends the worker, and says whether it ever ran.
    fn end(&self) -> bool {
        let running = {
            let mut inner = self.0.borrow_mut();
            inner.waiting.clear();
            // Dropping them tells those who wait.
            inner.asked.clear();
            inner.alarm = None;
            inner.running.take()
        };
        let Some(running) = running else {
            return false;
        };
        running.worker.set_onmessage(None);
        running.worker.set_onerror(None);
        running.worker.terminate();
        let ran = running.ready;
        // This may be one of the listeners that are on the stack right now.
        Timeout::new(0, move || drop(running)).forget();
        ran
    }
}

impl Running {
    fn start(line: &Weak<RefCell<Inner>>, start: &JsValue) -> Result<Running, String> {
        let failed = |_: JsValue| "the worker could not be started".to_owned();
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let boot = address::beside("worker_boot.js");
        let worker = Worker::new_with_options(&boot, &options).map_err(failed)?;

        let weak = Weak::clone(line);
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let message = Message::read(&event.data());
            if let (Some(inner), Some(message)) = (weak.upgrade(), message) {
                Line(inner).heard(message);
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));

        let weak = Weak::clone(line);
        let on_error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            if let Some(inner) = weak.upgrade() {
                // A script that cannot be loaded is a plain event, without a message.
                let message = js_sys::Reflect::get(&event, &"message".into()).ok();
                let message = message.and_then(|message| message.as_string());
                Line(inner).lose(match message.filter(|message| !message.is_empty()) {
                    Some(message) => format!("the engine stopped: {message}"),
                    None => "the worker could not be started".to_owned(),
                });
            }
        });
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));

        worker.post_message(start).map_err(failed)?;
        Ok(Running {
            worker,
            ready: false,
            held: Vec::new(),
            _on_message: on_message,
            _on_error: on_error,
        })
    }
}
