// What both peers draw: Amdahl's law for 8 fractions at 600 points, and a slider for the first.
const P = [0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9999];
const N = Array.from({ length: 600 }, (_, k) => 10 ** ((k / 599) * 5));
const curves = () => P.map((p) => N.map((n) => 1 / (1 - p + p / n)));
const colour = (i) => `hsl(${i * 45}, 80%, 40%)`;

// Calls `redraw` whenever the slider moves.
const follow = (redraw) => {
  const slider = document.querySelector('input');
  slider.oninput = () => {
    P[0] = +slider.value;
    redraw();
  };
};
