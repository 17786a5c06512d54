// Shows pushes, and opens their pages. What it keeps for a reader who is offline stands in the other file.
importScripts('/sw-pages.js');

self.addEventListener('push', (event) => {
  const { title, page, tag, lang, dir } = event.data.json();
  const shown = self.registration.showNotification(title, {
    tag,
    lang,
    dir,
    // A later one of the same visit rings as well.
    renotify: true,
    icon: '/icons/icon-192.png',
    data: { page },
  });
  event.waitUntil(shown);
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.page));
});

/** Shows a page of this site: in a window where it is open already, else in a new one. What stands in another stays. */
async function open(page) {
  const address = new URL(page, self.location.origin);
  if (address.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === address.pathname);
  await (there === undefined ? self.clients.openWindow(address.href) : there.focus());
}
