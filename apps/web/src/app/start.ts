// Stands within each page, at its end: fetches the scripts that the page names, the last of which is their start. On a fast line
// they would be here, and run, before anything is seen: there they are fetched when it is. What is pressed before they are
// here is done when they are.

const slowMs = 200;
// A page that nobody looks at is not painted.
const longestMs = 1000;
const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const scripts = document.getElementById('state')?.dataset.scripts?.split(' ') ?? [];
let pressed: HTMLElement | null | undefined;

function remember({ target }: Event) {
  pressed = (target as Element).closest('button');
}

let fetching = false;
async function fetchScripts() {
  if (fetching) return;
  fetching = true;
  for (const href of scripts) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  await import(/* @vite-ignore */ scripts.at(-1) as string);
  removeEventListener('click', remember);
  pressed?.click();
}

addEventListener('click', remember);
if (page === undefined || page.responseStart > slowMs) void fetchScripts();
else {
  // Told once it is on the screen: a frame that was asked for is drawn a moment later.
  new PerformanceObserver(() => void fetchScripts()).observe({ type: 'paint', buffered: true });
  setTimeout(fetchScripts, longestMs);
}
