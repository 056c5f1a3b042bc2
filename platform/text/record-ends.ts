const CR = 13
const LF = 10

/**
 * Gives records the end that RFC 4180 asks for, where PostgreSQL writes a line feed, and counts them. A line feed within a
 * field must come after a carriage return; a record never ends in one, since its last field ends in a quote.
 */
export function recordEnds(): { rows: number; end(chunk: Buffer): Buffer } {
  let before = 0
  const ending = {
    rows: 0,
    end(chunk: Buffer): Buffer {
      const ends: number[] = []
      for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1))
        if ((at === 0 ? before : chunk[at - 1]) !== CR) ends.push(at)
      before = chunk.at(-1) ?? before
      ending.rows += ends.length
      const whole = Buffer.allocUnsafe(chunk.length + ends.length)
      let from = 0
      ends.forEach((at, count) => {
        chunk.copy(whole, from + count, from, at)
        whole[at + count] = CR
        from = at
      })
      chunk.copy(whole, from + ends.length, from)
      return whole
    },
  }
  return ending
}
