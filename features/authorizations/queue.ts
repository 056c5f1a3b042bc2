// The list a request was opened from. It travels in the history entry, ids only: never in the address, never in storage.

export type Queue = {
  /** Ids in the order the list showed them. */
  ids: readonly string[]
  /** Those decided on the way. */
  done: readonly string[]
  /** Those that were snoozed: a user who decides is not led to them. */
  snoozed: readonly string[]
  /** Address of the list, with its filters: where Esc goes. */
  back: string
}

const list = '/authorizations'
const most = 500
const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value)
const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isId).slice(0, most) : [])

/** What an address opens with a request: a form, or the dialog a second approver returns it with. */
export type OpenWith = 'approve' | 'reject' | 'return'

/** Address of a request, with its form open when one is named. */
export const requestPath = (id: string, form?: OpenWith): string =>
  `/authorizations/request/${id}${form ? `?form=${form}` : ''}`

/** State for `navigate(requestPath(id), { state })`: hands the order of a list over to the request opened from it. */
export const queueState = (
  ids: readonly string[],
  back: string = list,
  done: readonly string[] = [],
  snoozed: readonly string[] = [],
): { queue: Queue } => ({
  queue: { ids: ids.slice(0, most), done, snoozed, back },
})

/** The list in a history entry's state, whatever that holds; without one, an empty list that leads back to all requests. */
export function queueOf(state: unknown): Queue {
  const queue = (state as { queue?: Partial<Queue> } | null | undefined)?.queue
  const back = queue?.back
  return {
    ids: idsOf(queue?.ids),
    done: idsOf(queue?.done),
    snoozed: idsOf(queue?.snoozed),
    back: typeof back === 'string' && /^\/(?!\/)/.test(back) ? back : list,
  }
}

/** Where a request stands in its list: from 1, 0 when it is not in it; and its neighbours. */
export function placeIn(
  queue: Queue,
  id: string,
): { position: number; total: number; next: string | undefined; previous: string | undefined } {
  const at = queue.ids.indexOf(id)
  return {
    position: at + 1,
    total: queue.ids.length,
    next: at >= 0 ? queue.ids[at + 1] : undefined,
    previous: at > 0 ? queue.ids[at - 1] : undefined,
  }
}

/** The list once a request in it is decided, and the request that comes now: the next one that waits, else the first; none that is snoozed. */
export function afterDeciding(queue: Queue, id: string): { queue: Queue; next: string | undefined } {
  const done = queue.done.includes(id) ? queue.done : [...queue.done, id]
  const at = queue.ids.indexOf(id)
  const order = at < 0 ? [] : [...queue.ids.slice(at + 1), ...queue.ids.slice(0, at)]
  return { queue: { ...queue, done }, next: order.find((one) => !done.includes(one) && !queue.snoozed.includes(one)) }
}

/** The list after a decision was taken back or refused: the request waits again. */
export const notDone = (queue: Queue, id: string): Queue => ({ ...queue, done: queue.done.filter((one) => one !== id) })
