// Every address of a page is the one file there is. What is not a page is asked of the file server.
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  const { mode, url } = event.request
  if (mode === 'navigate' && !/\.\w+$/.test(new URL(url).pathname)) event.respondWith(fetch('/index.html'))
})
