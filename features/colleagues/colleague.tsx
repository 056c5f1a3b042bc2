import { Suspense, useState } from 'react'
import { lazyPart } from '#platform/browser/load-part.ts'
import css from './colleague.module.css'

const AboutColleague = lazyPart(() => import('./about-colleague.tsx').then((it) => it.AboutColleague))

/** The name of a user, which says who that is when it is opened; of others than users only the name. */
export function Colleague({ id, name }: { id: string | null; name: string }) {
  const [open, setOpen] = useState(false)
  if (id === null) return <>{name}</>
  return (
    <>
      <button type="button" className={css.name} aria-expanded={open} onClick={() => setOpen(!open)}>
        {name}
      </button>
      {open && (
        <span role="status" className={css.about}>
          <Suspense fallback="Loading">
            <AboutColleague id={id} />
          </Suspense>
        </span>
      )}
    </>
  )
}
