// Stands in the place of sw-pages.js where the operator has switched the keeping of pages off: it lets go of all that was kept,
// and answers nothing. Pushes go on.
self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(forget());
});

async function forget() {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.disable();
  await self.clients.claim();
}
