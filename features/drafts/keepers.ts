import { ask, CallFailed, tab } from '#platform/browser/call.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { keepings, type LeftOver } from '#platform/browser/unsaved-work.ts'
import { drafts } from './contract.ts'
import { Keeper } from './keeper.ts'
import type { Place, Wire } from './place.ts'

// The keepers of this page: one for each form that is on screen, still being saved, or just sent.

const keepers = new Map<string, Keeper>()
/** Text that was saved by forms no longer on screen. */
const settled = new Map<string, LeftOver>()
const nameOf = ({ mc, userId, about, subjectId, form }: Omit<Place, 'title'>): string =>
  [mc, userId, about, subjectId, form].join(' ')

/** A draft is sent only for the carrier it was typed in. */
function inItsCarrier({ mc }: Place): void {
  if (tab.carrier !== mc) throw new CallFailed(409, 'CARRIER_CHANGED', 'You work in another carrier now.')
}

// All forms about one subject are loaded together.
type Found = AnswerOf<typeof drafts.of>['drafts']
const loading = new Map<string, Promise<Found>>()
function loadAll(place: Place): Promise<Found> {
  const { about, subjectId } = place
  const name = nameOf({ ...place, form: '' })
  const request =
    loading.get(name) ??
    ask(drafts.of, { about, subjectId }, { background: true })
      .then((answer) => answer.drafts)
      .finally(() => loading.delete(name))
  loading.set(name, request)
  return request
}

// Autosaving is no act of the user, and saving the same text twice has one effect.
const quietly = { background: true, keepalive: true, key: null }

const wire: Wire = {
  load: async (place) => {
    inItsCarrier(place)
    return (await loadAll(place)).find(({ form }) => form === place.form)
  },
  keep: async (place, body, after) => {
    inItsCarrier(place)
    const { about, subjectId, form, userId } = place
    return ask(drafts.keep, { about, subjectId, form, by: userId, body, after }, quietly)
  },
  discard: async (place) => {
    inItsCarrier(place)
    const { about, subjectId, form, userId } = place
    return ask(drafts.discard, { about, subjectId, form, by: userId }, quietly)
  },
}

/** The keeper of a form; an existing one is reused. It counts for this page once it is mounted. */
export const keeperOf = (place: Place, readable: (body: Record<string, unknown>) => boolean): Keeper =>
  keepers.get(nameOf(place)) ??
  new Keeper(place, wire, readable, (keeper) => {
    if (keepers.get(nameOf(place)) !== keeper) return
    keepers.delete(nameOf(place))
    if (keeper.left) settled.set(nameOf(place), keeper.left)
  })

/** Adds a keeper to the handling of the whole page. */
export function enlist(keeper: Keeper): void {
  keepers.set(nameOf(keeper.place), keeper)
  settled.delete(nameOf(keeper.place))
  begin()
}

/** The drafts about one subject, of every form or of one, from when it is sent. */
export type Sending = {
  sent(): void
  /** `forget`: it cannot be undone. */
  taken(how: { forget: boolean }): void
  back(): void
}

export function sendingOf(about: Omit<Place, 'form' | 'title'>, form = ''): Sending {
  const start = nameOf({ ...about, form })
  const each = (act: (keeper: Keeper) => void) => {
    for (const [name, keeper] of keepers) if (name.startsWith(start)) act(keeper)
  }
  return {
    sent: () => each((keeper) => keeper.sent()),
    taken: (how) => each((keeper) => keeper.taken(how)),
    back: () => each((keeper) => keeper.back()),
  }
}

const saveAll = () => Promise.all([...keepers.values()].map((keeper) => keeper.save()))

let isStarted = false
/** From the first form on, saves what is left when the page is hidden, and checks again when it is shown. */
function begin(): void {
  if (isStarted) return
  isStarted = true
  keepings.add({
    save: saveAll,
    left: () => [...settled.values(), ...[...keepers.values()].flatMap((keeper) => keeper.left ?? [])],
    forget: () => [keepers, settled].forEach((all) => all.clear()),
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void saveAll()
    else for (const keeper of keepers.values()) keeper.look()
  })
  addEventListener('pagehide', () => void saveAll())
  addEventListener('online', () => void saveAll())
  // Asks before the page is left only when text would be lost.
  addEventListener('beforeunload', (event) => {
    if ([...keepers.values()].some((keeper) => keeper.isUnsaved)) event.preventDefault()
  })
}
