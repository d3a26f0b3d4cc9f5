// For pages that show figures of Amdahl Explorer: fits every frame to its figure.
addEventListener("message", ({ data, source }) => {
  if (data?.type !== "amdahl-explorer:height" || !Number.isInteger(data.height)) return;
  for (const frame of document.querySelectorAll("iframe")) {
    if (frame.contentWindow === source) frame.style.height = `${Math.min(data.height, 20000)}px`;
  }
});

// What a frame told before this script ran is told again. Nothing is declared here: the script may
// stand twice in a page, beside names of the page's own.
document.querySelectorAll("iframe").forEach(frame => {
  frame.contentWindow?.postMessage({ type: "amdahl-explorer:get" }, "*");
});
