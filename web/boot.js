// Told by Trunk's loader how the wasm is coming along. Without it there is no verdict, and the page has to say so.
export default function boot() {
  return {
    // Both are heard by offline.ts: a broken copy on this device may be the reason of a failure.
    onSuccess() {
      dispatchEvent(new Event("stepgate:booted"));
    },
    onFailure(error) {
      dispatchEvent(new Event("stepgate:boot-failed"));
      const status = document.querySelector("#verdict [role=status]");
      if (!status) return;
      status.className = "status trouble";
      status.innerText = `COULD NOT VERIFY The engine could not be loaded: ${error instanceof Error ? error.message : error}. Copy what you typed before you reload the page: reloading loses it.`;
    },
  };
}
