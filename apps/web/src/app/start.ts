// Stands within each page, at its end: fetches the scripts that the page names, the last of which is their start. On a fast line
// they would be here, and run, before anything is seen: there they are fetched when it is. What is pressed before they are
// here is done when they are.

const slowMs = 200;
// Somebody on the slowest line has waited long enough by then to be told.
const lateMs = 20_000;
// A page that nobody looks at is not painted.
const longestMs = 1000;
const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const scripts = document.getElementById('state')?.dataset.scripts?.split(' ') ?? [];
let pressed: HTMLElement | null | undefined;

function remember({ target }: Event) {
  pressed = (target as Element).closest('button');
}

/** Says that something has not come, with a way to ask for all of it again; no longer, once it has. */
function showUnloaded(is: boolean) {
  document.getElementById('unloaded')?.toggleAttribute('hidden', !is);
  document.documentElement.toggleAttribute('data-unloaded', is);
}

async function fetchScripts() {
  const late = setTimeout(() => showUnloaded(true), lateMs);
  for (const href of scripts) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  try {
    await import(/* @vite-ignore */ scripts.at(-1) as string);
    showUnloaded(false);
  } catch {
    return showUnloaded(true);
  } finally {
    clearTimeout(late);
  }
  removeEventListener('click', remember);
  pressed?.click();
}

/** Told once the page is on the screen: a frame that was asked for is drawn a moment later. */
function painted() {
  return new Promise<void>((seen) => {
    new PerformanceObserver(() => seen()).observe({ type: 'paint', buffered: true });
    setTimeout(seen, longestMs);
  });
}

addEventListener('click', remember);
if (page === undefined || page.responseStart > slowMs) void fetchScripts();
else void painted().then(fetchScripts);
