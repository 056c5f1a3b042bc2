import { useEffect, useRef, useState } from 'react'
import { cx } from '#platform/ui/cx.ts'
import css from './authorization.module.css'

const sections = [
  { id: 'summary', label: 'Summary' },
  { id: 'clinical', label: 'Clinical' },
  { id: 'guideline', label: 'Guideline and cost' },
  { id: 'log', label: 'History' },
] as const

/** Phones: links to the parts of a long page, with the visible one marked. */
export function Jump() {
  const [here, setHere] = useState<string>(sections[0].id)
  useEffect(() => {
    const seen = new Set<string>()
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        }
        const first = sections.find(({ id }) => seen.has(id))
        if (first) setHere(first.id)
      },
      { rootMargin: '-170px 0px -40% 0px' },
    )
    for (const { id } of sections) {
      const element = document.getElementById(id)
      if (element) watch.observe(element)
    }
    return () => watch.disconnect()
  }, [])
  // Below the header of the request, which is as high as its identity needs.
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const head = document.querySelector<HTMLElement>(`.${css.head}`)
    if (!head) return undefined
    const watch = new ResizeObserver(() => nav.current?.style.setProperty('--request-head', `${head.offsetHeight}px`))
    watch.observe(head)
    return () => watch.disconnect()
  }, [])
  return (
    <nav ref={nav} className={cx(css.jump, 'scrolls-away')} aria-label="Sections of this request">
      {sections.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-current={id === here ? 'true' : undefined}
          onClick={() => document.getElementById(id)?.scrollIntoView()}
        >
          {label}
        </button>
      ))}
    </nav>
  )
}
