/** Renders the first look of a page as HTML; platform/http/render-thread.ts loads it built, on the server. */
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { bring } from '#platform/browser/first-answers.ts'
import { systemClock } from '#platform/dates/clock.ts'
import type { PageToRender } from '#platform/http/render.ts'
import { isPathOf } from '#platform/session/path-pattern.ts'
import { setClockOffset } from '#platform/ui/display/use-now.ts'
import { SignedIn } from '#features/shell/signed-in.tsx'
import { screens } from './screens.ts'

/** Its HTML, which nothing can be done with: the browser puts its own in its place. Nothing for an address that is no page. */
export async function render({ path, search, first, now }: PageToRender): Promise<string | undefined> {
  const screen = screens.find(({ path: pattern }) => isPathOf(pattern, path))
  if (!screen) return undefined
  await screen.load(path)
  const clock = { now: () => new Date(now) }
  setClockOffset(now - systemClock.now().getTime())
  bring(first)
  try {
    return renderToStaticMarkup(
      <Router ssrPath={path} ssrSearch={search}>
        <SignedIn screens={screens} clock={clock} />
      </Router>,
    )
  } finally {
    bring([])
  }
}
