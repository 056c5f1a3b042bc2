import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '#platform/ui/button/button.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconArrowRight, iconCheck, iconClock } from '#platform/ui/display/icons.ts'
import { leaveFor } from './leave-page.ts'
import { sayTouring } from './strip.ts'
import { ANSWERED, type Answered } from './link.ts'
import { tourSteps } from './tour-steps.ts'
import css from './tour.module.css'

/** Kept for the tab: the step a page that is loaded again goes on with, and the one the tour was left at. */
const STEP = 'rxdocket-demo-tour'
const LEFT_AT = 'rxdocket-demo-tour-left'
const REFERENCE = 'rxdocket-demo-reference'
const RING = 'data-demo-ring'
const PLACE = 'demo-tour'

/** The step kept under this key, where there is one. */
function keptStep(key: string): number | undefined {
  const step = Number(sessionStorage.getItem(key) ?? Number.NaN)
  return step in tourSteps ? step : undefined
}

let leave: ((step: number | undefined) => void) | undefined

export const isTouring = (): boolean => leave !== undefined

/** Leaves the tour at its step, where it is taken up again. */
export const leaveTour = (): void => leave?.(keptStep(STEP))

/** Starts the tour, from its beginning or where it was left; the pages beside it are as they always are. */
export function startTour(first = keptStep(LEFT_AT) ?? 0): void {
  if (isTouring()) return
  sessionStorage.setItem(STEP, String(first))
  sessionStorage.removeItem(LEFT_AT)
  const place = document.createElement('aside')
  place.id = PLACE
  place.className = css['place']!
  place.setAttribute('aria-label', 'Tour')
  document.body.append(place)
  document.documentElement.dataset['touring'] = ''
  const root = createRoot(place)
  leave = (step) => {
    leave = undefined
    sessionStorage.removeItem(STEP)
    if (step !== undefined) sessionStorage.setItem(LEFT_AT, String(step))
    delete document.documentElement.dataset['touring']
    ringAround(undefined)
    root.unmount()
    place.remove()
    sayTouring(false)?.focus()
  }
  sayTouring(true)
  root.render(<Tour first={first} onLeave={leave} />)
}

/** Somebody else has no tour: it is taken up where it was. */
export function putTourAside(): void {
  const step = keptStep(STEP)
  sessionStorage.removeItem(STEP)
  if (step !== undefined) sessionStorage.setItem(LEFT_AT, String(step))
}

/** Goes on where the page was loaded again. */
export function resumeTour(): void {
  const step = keptStep(STEP)
  if (step !== undefined) startTour(step)
}

type TourProps = {
  first: number
  /** Left at a step, or finished. */
  onLeave: (step: number | undefined) => void
}

function Tour({ first, onLeave }: TourProps) {
  const [at, setAt] = useState(first)
  const [reference, setReference] = useState(() => sessionStorage.getItem(REFERENCE) ?? '')
  const title = useRef<HTMLHeadingElement>(null)
  const { title: words, text, attempt, touched, ring, path, isThere, isDone, endsAt } = tourSteps[at]!
  const isLast = at === tourSteps.length - 1
  const go = (step: number) => (step >= tourSteps.length ? onLeave(undefined) : setAt(Math.max(0, step)))

  useEffect(() => {
    sessionStorage.setItem(STEP, String(at))
    title.current?.focus({ preventScroll: true })
    if (path !== undefined && !isThere?.(location.pathname)) goTo(path)
  }, [at, path, isThere])

  useEffect(() => {
    const look = () => {
      fitBesidePage()
      ringAround(ring.map((one) => document.querySelector<HTMLElement>(one)).find((one) => one !== null))
      const found = /(?<!\d)\d{12}(?!\d)/.exec(document.querySelector('main')?.textContent ?? '')?.[0]
      if (found === undefined || !location.pathname.startsWith('/authorizations/request/')) return
      sessionStorage.setItem(REFERENCE, found)
      setReference(found)
    }
    look()
    const root = document.getElementById('root')!
    let waiting = 0
    const watch = new MutationObserver(() => {
      cancelAnimationFrame(waiting)
      waiting = requestAnimationFrame(() => {
        look()
        if (endsAt?.(location.pathname)) setAt((now) => (now === at ? now + 1 : now))
      })
    })
    watch.observe(root, { childList: true, subtree: true })
    addEventListener('resize', fitBesidePage)
    return () => {
      removeEventListener('resize', fitBesidePage)
      watch.disconnect()
      cancelAnimationFrame(waiting)
    }
  }, [at, ring, endsAt])

  useEffect(() => {
    const onAnswer = ({ detail }: CustomEvent<Answered>) => {
      if (isDone?.(detail) && at < tourSteps.length - 1) setAt(at + 1)
    }
    const onKey = (event: KeyboardEvent) => {
      if (!event.isTrusted || document.querySelector('dialog:modal')) return
      const target = event.target as Element
      const isHere = document.getElementById(PLACE)!.contains(target)
      if (event.key === 'Escape' && !target.closest(hasOwnEsc)) {
        event.preventDefault()
        event.stopPropagation()
        return onLeave(at)
      }
      if (!isHere) return
      if (event.key === 'ArrowRight') setAt(Math.min(tourSteps.length - 1, at + 1))
      else if (event.key === 'ArrowLeft') setAt(Math.max(0, at - 1))
      else if (event.key === 'Tab' || isPress(event)) return
      else passToPage(event)
    }
    addEventListener(ANSWERED, onAnswer as EventListener)
    addEventListener('keydown', onKey, true) // before the page, where Esc goes back to the list
    return () => {
      removeEventListener(ANSWERED, onAnswer as EventListener)
      removeEventListener('keydown', onKey, true)
    }
  }, [at, isDone, onLeave])

  return (
    <>
      <section className={css['step']} aria-labelledby="demo-tour-title">
        <p className={css['count']}>
          Step {at + 1} of {tourSteps.length}
          {tourSteps.map(({ name }, which) => (
            <i key={name} className={which <= at ? css['on'] : undefined} aria-hidden="true" />
          ))}
        </p>
        <h2 ref={title} id="demo-tour-title" tabIndex={-1}>
          {words}
        </h2>
        <p>{text}</p>
        <p className={css['attempt']}>
          <b>Try it:</b> <span className={touched && css['byKeys']}>{attempt}</span>
          {touched && <span className={css['byTouch']}>{touched}</span>}
          {isLast && reference !== '' && (
            <>
              {' '}
              The last one you opened is <b>{reference}</b>.
            </>
          )}
        </p>
        <div className={css['acts']}>
          <Button disabled={at === 0} onClick={() => go(at - 1)}>
            Back
          </Button>
          <Button tone="primary" keys={['→']} onClick={() => go(at + 1)}>
            {isLast ? 'Finish' : 'Next'}
          </Button>
          <Button tone="quiet" keys={['Esc']} onClick={() => onLeave(at)}>
            Leave
          </Button>
        </div>
      </section>
      <ol className={css['names']}>
        {tourSteps.map(({ name }, which) => (
          <li
            key={name}
            aria-current={which === at ? 'step' : undefined}
            className={which < at ? css['done'] : undefined}
          >
            <Icon of={which < at ? iconCheck : which === at ? iconArrowRight : iconClock} size={14} />
            {name}
          </li>
        ))}
      </ol>
    </>
  )
}

/** Where Esc of the page closes or clears something. */
const hasOwnEsc = 'input, textarea, select, [role=menu], [role=listbox], [aria-expanded=true]'

/** What presses a button of the tour. */
const isPress = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => /^(?:Enter| )$/.test(key) && !ctrlKey && !metaKey

/** The page's keys do from here what they do where nothing of the page has the focus. */
function passToPage(event: KeyboardEvent): void {
  event.stopPropagation()
  if (!document.body.dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault()
}

/** The tour is as high as the page's main part, so that what is above and below that stays whole. */
function fitBesidePage(): void {
  const place = document.getElementById(PLACE)
  const main = document.querySelector('#root main')?.getBoundingClientRect()
  if (!place || !main) return
  place.style.setProperty('--tour-top', `${Math.max(0, main.top)}px`)
  place.style.setProperty('--tour-bottom', `${Math.max(0, innerHeight - main.bottom)}px`)
}

/** The one thing with a ring; it is scrolled to when it gets it. */
function ringAround(thing: HTMLElement | undefined): void {
  for (const one of document.querySelectorAll(`[${RING}]`)) if (one !== thing) one.removeAttribute(RING)
  if (!thing || thing.hasAttribute(RING)) return
  thing.setAttribute(RING, '')
  thing.scrollIntoView({ block: 'nearest' })
}

/** Pages that need somebody signed in and those that need nobody are loaded apart. */
function goTo(path: string): void {
  if (path === '/status' || location.pathname === '/status') leaveFor(path)
  else history.pushState(null, '', path) // the router hears of it
}
