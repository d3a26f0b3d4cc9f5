// One of every kind of error that a page can have; the tests look whether they would see it.
setTimeout(() => { throw new Error('thrown') });
setTimeout(() => Promise.reject(new Error('rejected')));
console.error('said');
const answer = fetch('no-answer');
// The second one is on another site, which the policy forbids.
const pictures = ['no-picture', 'https://example.org/forbidden'].map(url => new Promise(done => {
  const image = new Image();
  image.onerror = done;
  image.src = url;
  document.body.append(image);
}));
Promise.all([answer, ...pictures]).then(() => setTimeout(() => document.title = 'all went wrong'));
