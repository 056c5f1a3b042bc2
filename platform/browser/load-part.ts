import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Seconds a part of the pages may take to arrive before it counts as missing. */
const PART_TAKES_SECONDS = 120

/** A part of the pages did not arrive in time. */
export class PartTooSlow extends Error {
  constructor() {
    super('A part of the page took too long to load.')
    this.name = 'PartTooSlow'
  }
}

/** Loads a part of the pages; rejects after a time limit, which the browser itself does not have. */
export function inTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PartTooSlow()), PART_TAKES_SECONDS * 1000)
  })
  return Promise.race([load(), late]).finally(() => clearTimeout(timer))
}

/** A component whose code is fetched when it is first shown. What `loaded` has by then is shown at once, without a place holder. */
// oxlint-disable-next-line typescript/no-explicit-any -- components of any props
export const lazyPart = <C extends ComponentType<any>>(
  load: () => Promise<C>,
  loaded?: () => C | undefined,
): LazyExoticComponent<C> =>
  lazy(() => {
    const there = loaded?.()
    // The server renders what the browser has at first, so that nothing goes when it takes over.
    if (import.meta.env.SSR && !there) return new Promise<never>(() => {})
    return there ? atOnce({ default: there }) : inTime(load).then((component) => ({ default: component }))
  })

const Nothing = () => null

/** The same of something the page can do without: when its code does not come, nothing is shown instead of an error. */
// oxlint-disable-next-line typescript/no-explicit-any -- components of any props
export const lazyExtra = <C extends ComponentType<any>>(load: () => Promise<C>): LazyExoticComponent<C> =>
  lazyPart(() => load().catch(() => Nothing as unknown as C))

/** A promise React need not wait for. */
// oxlint-disable-next-line unicorn/no-thenable -- React asks for nothing else of it
const atOnce = <T>(value: T) => ({ then: (taken: (value: T) => void) => taken(value) }) as Promise<T>
