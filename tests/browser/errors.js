// Firefox and WebKit do not tell a test what is on their console. The copy of the page that they get
// starts with this script, which keeps what a reader would see there as an error.
(() => {
  const KEY = 'seen-errors';
  let seen = [];
  // The next page of a session goes on with the list; a sandboxed frame has no storage, and no next.
  try { seen = JSON.parse(sessionStorage.getItem(KEY)) ?? [] } catch {}
  const keep = () => { try { sessionStorage.setItem(KEY, JSON.stringify(seen)) } catch {} };
  const note = text => { seen.push(String(text)); keep() };

  // Files that do not load tell their element only, which is what the capture is for.
  addEventListener('error', event =>
    note(event.message ?? `not loaded: ${event.target.src ?? event.target.href}`), true);
  addEventListener('unhandledrejection', event => note(`rejected: ${event.reason}`));
  document.addEventListener('securitypolicyviolation', event =>
    note(`blocked by ${event.effectiveDirective}: ${event.blockedURI}`));
  const { error } = console;
  console.error = (...words) => { note(words.join(' ')); error(...words) };
  const { fetch } = window;
  window.fetch = async (...request) => {
    const answer = await fetch(...request);
    if (!answer.ok) note(`${answer.status}: ${answer.url}`);
    return answer;
  };
  window.takeErrors = () => { const all = seen.splice(0); keep(); return all };
})();
