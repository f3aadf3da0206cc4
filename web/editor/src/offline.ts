// The page's side of the copy that service_worker.js keeps: has it made once the page is ready, says when a newer
// version waits, and throws a copy away that the page does not start from. Where service workers or storage are
// refused, nothing of this happens and the page simply runs.
import { SCRIPT, isInUse, remove } from "./copy";

/** Set for this tab while a page is being loaded again because it did not start. */
const TRIED = "stepgate.reloaded";

/** Said by boot.js. Trunk's own event comes after a failure as well. */
const BOOTED = "stepgate:booted";
const FAILED = "stepgate:boot-failed";

/** Has the copy made, or brought up to date. */
async function register(): Promise<void> {
  // A test or a browser's setting may answer with nothing.
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register(SCRIPT, {
    updateViaCache: "none",
  });
  if (!registration) return;
  if (registration.waiting) announce(registration);
  const follow = () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      // Without an active one it is the first: the page already is what it would be.
      if (worker.state === "installed" && registration.active) announce(registration);
    });
  };
  follow();
  registration.addEventListener("updatefound", follow);
}

/** Says that a newer version waits. It stays where it is until the person agrees. */
function announce(registration: ServiceWorkerRegistration): void {
  const place = document.getElementById("update");
  if (!place) return;
  const text = document.createElement("p");
  text.textContent = "A new version is ready.";
  const reload = button("Reload to update", () => {
    // Another tab may have agreed already.
    if (!registration.waiting) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting.postMessage("activate");
  });
  const later = button("Later", () => place.replaceChildren());
  later.className = "quiet";
  place.replaceChildren(text, reload, later);
}

function button(name: string, act: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = name;
  button.addEventListener("click", act);
  return button;
}

/** The page did not start. If it came from the copy, the copy goes, and the page is loaded once more. */
async function heal(): Promise<void> {
  // Without network even half a copy is better than none.
  if (!isInUse() || !navigator.onLine) return;
  await remove();
  // Loading it again would lose what has been typed meanwhile.
  const editor = globalThis.StepgateEditor as typeof globalThis.StepgateEditor | undefined;
  if (editor && editor.length(0) + editor.length(1) > 0) return;
  if (sessionStorage.getItem(TRIED)) return;
  sessionStorage.setItem(TRIED, "yes");
  location.reload();
}

/** What fails here is no loss: the page works without a copy. */
function quietly(act: () => Promise<void>): void {
  void act().catch(() => {});
}

function started(): void {
  quietly(async () => sessionStorage.removeItem(TRIED));
  // The first verdict comes before the copy.
  if ("requestIdleCallback" in window) requestIdleCallback(() => quietly(register));
  else setTimeout(() => quietly(register), 1000);
}

const inFrame = window !== window.top || document.documentElement.dataset.mode === "embed";
// A fresh page neither reads nor writes what is kept.
const isFresh = new URLSearchParams(location.search).has("fresh");
if ("serviceWorker" in navigator && !inFrame && !isFresh) {
  addEventListener(BOOTED, started, { once: true });
  addEventListener(FAILED, () => quietly(heal));
  // A script that could not be loaded; such an event does not bubble.
  addEventListener("error", (event) => event.target instanceof HTMLScriptElement && quietly(heal), true);
}
