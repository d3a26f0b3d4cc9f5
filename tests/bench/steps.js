// Moves the slider SLIDER in small steps, and returns for each how long its input handlers took
// and how long it was until the frame with the new picture was done, in milliseconds.
const slider = document.querySelector(SLIDER);
const [low, high] = [+slider.min, +slider.max];

const move = (part) => {
  slider.value = low + (high - low) * part;
  slider.dispatchEvent(new Event('input', { bubbles: true }));
};

// A message sent from an animation frame arrives after that frame has been painted.
const painted = () => new Promise((done) => {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(null);
  });
});

const handled = [];
const framed = [];
const [warmUp, steps] = [30, 150];
for (let i = 0; i < warmUp + steps; i++) {
  const start = performance.now();
  move((i % 90) / 100);
  const returned = performance.now();
  await painted();
  if (i >= warmUp) {
    handled.push(returned - start);
    framed.push(performance.now() - start);
  }
}
return { handled, framed };
