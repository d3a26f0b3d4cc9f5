// For pages that show figures of Amdahl Explorer: fits every frame to its figure.
addEventListener("message", ({ data, source }) => {
  if (data?.type !== "amdahl-explorer:height" || !Number.isInteger(data.height)) return;
  for (const frame of document.querySelectorAll("iframe")) {
    if (frame.contentWindow !== source) continue;
    // With "box-sizing: border-box" the height holds border and padding, too.
    const style = getComputedStyle(frame);
    const rim = style.boxSizing === "border-box"
      ? frame.offsetHeight - frame.clientHeight + parseFloat(style.paddingTop) + parseFloat(style.paddingBottom)
      : 0;
    frame.style.height = `${Math.ceil(Math.min(data.height, 20000) + rim)}px`;
  }
});

// What a frame told before this script ran is told again. Nothing is declared here: the script may
// stand twice in a page, beside names of the page's own.
document.querySelectorAll("iframe").forEach(frame => {
  frame.contentWindow?.postMessage({ type: "amdahl-explorer:get" }, "*");
});
