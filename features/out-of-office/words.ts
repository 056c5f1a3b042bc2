import { dayAndTime } from '#platform/dates/words.ts'

/** "11/25/2026 5:00 PM EST". */
export function momentWords(at: string, zone: string): string {
  const { day, time, zone: short } = dayAndTime(at, zone)
  return `${day} ${time} ${short}`
}

/** "11/25/2026 5:00 PM to 11/30/2026 8:00 AM EST"; where the clocks change between them, each end has its own zone. */
export function spanWords(of: { startAt: string; endAt: string }, zone: string): string {
  const [start, end] = [dayAndTime(of.startAt, zone), dayAndTime(of.endAt, zone)]
  const first = start.zone === end.zone ? `${start.day} ${start.time}` : momentWords(of.startAt, zone)
  return `${first} to ${momentWords(of.endAt, zone)}`
}

/** The planned moves in a sentence. */
export function previewWords(of: { moves: readonly { name: string; requests: number }[]; staying: number }): string {
  const total = of.moves.reduce((sum, { requests }) => sum + requests, 0)
  const many = (count: number) => `${count} ${count === 1 ? 'request' : 'requests'}`
  if (total === 0 && of.staying === 0) return 'No open request is due before the return. Nothing is reassigned.'
  const to = of.moves.map(({ name, requests }) => (of.moves.length === 1 ? name : `${name} (${requests})`))
  const last = to.at(-1)!
  const names = to.length > 1 ? `${to.slice(0, -1).join(', ')} and ${last}` : last
  const moving = total === 0 ? '' : `${total === 1 ? '1 due request' : `${total} due requests`} will go to: ${names}.`
  const staying =
    of.staying === 0
      ? ''
      : `${many(of.staying)} ${of.staying === 1 ? 'stays' : 'stay'} here: nobody else can take ${of.staying === 1 ? 'it' : 'them'}.`
  return [moving, staying].filter(Boolean).join(' ')
}
