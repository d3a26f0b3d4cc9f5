// For the demonstration in embed.html: a slider of this page turns N in a frame, which
// answers with the link to what it shows.
const slider = document.getElementById("n");
const driven = document.getElementById("driven");
slider.addEventListener("input", () => {
  const query = `n=${2 ** slider.valueAsNumber}`;
  driven.contentWindow.postMessage({ type: "amdahl-explorer:set", query }, "*");
});
addEventListener("message", ({ data, source }) => {
  if (source === driven.contentWindow && data?.type === "amdahl-explorer:state") {
    document.getElementById("answer").textContent = data.link;
  }
});
