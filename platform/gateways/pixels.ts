/** A picture, four bytes a pixel. */
export type Pixels = { width: number; height: number; rgba: Uint8Array }

/** Wide enough to read a letter at twice its size on a screen. */
export const WIDTH = 1240

/** Averages squares of pixels until the picture is no wider than needed; lines of a scan stay visible as gray. */
export function smaller({ width, height, rgba }: Pixels): Pixels {
  const by = Math.max(1, Math.floor(width / WIDTH))
  if (by === 1) return { width, height, rgba }
  const [wide, high] = [Math.floor(width / by), Math.max(1, Math.floor(height / by))]
  const made = new Uint8Array(wide * high * 4)
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1)
      for (let part = 0; part < 4; part += 1) {
        let sum = 0
        for (let down = 0; down < by; down += 1)
          for (let right = 0; right < by; right += 1)
            sum += rgba[((y * by + down) * width + x * by + right) * 4 + part]!
        made[(y * wide + x) * 4 + part] = sum / (by * by)
      }
  return { width: wide, height: high, rgba: made }
}

/** More than this is no resolution of a scanner, but a mistake in the file. */
const MOST_STRETCHED = 4

/**
 * A picture whose dots are not square, such as a fax of 204 by 98 dots per inch, in the shape it has on paper: the side with fewer
 * dots is stretched. `across` and `down` are dots per inch, or whatever the file counts by.
 */
export function squareDots(picture: Pixels, across: number, down: number): Pixels {
  const ratio = across / down
  const isUsual = Number.isFinite(ratio) && ratio <= MOST_STRETCHED && ratio >= 1 / MOST_STRETCHED
  if (!isUsual || Math.abs(ratio - 1) < 0.02) return picture
  const { width, height } = picture
  const size = ratio > 1 ? [width, Math.round(height * ratio)] : [Math.round(width / ratio), height]
  const [wide, high] = size as [number, number]
  return moved(picture, wide, high, (x, y) => [Math.floor((x * width) / wide), Math.floor((y * height) / high)])
}

/** Which of the eight orientations have their first column, or row, at the right or at the bottom. */
const fromRight: ReadonlySet<number> = new Set([2, 3, 6, 7])
const fromBottom: ReadonlySet<number> = new Set([3, 4, 7, 8])

/** A picture as its orientation means it to be seen (TIFF 6.0, tag 274): where its first row and its first column are. */
export function upright(picture: Pixels, orientation: number): Pixels {
  if (!(orientation >= 2 && orientation <= 8)) return picture
  const { width, height } = picture
  const isTurned = orientation >= 5
  const [wide, high] = isTurned ? [height, width] : [width, height]
  return moved(picture, wide, high, (x, y) => {
    const column = fromRight.has(orientation) ? wide - 1 - x : x
    const row = fromBottom.has(orientation) ? high - 1 - y : y
    return isTurned ? [row, column] : [column, row]
  })
}

/** A picture of another size, each of its pixels taken from where `from` says. */
function moved(
  { width, rgba }: Pixels,
  wide: number,
  high: number,
  from: (x: number, y: number) => readonly [x: number, y: number],
): Pixels {
  const made = new Uint8Array(wide * high * 4)
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const [column, row] = from(x, y)
      const at = (row * width + column) * 4
      made.set(rgba.subarray(at, at + 4), (y * wide + x) * 4)
    }
  return { width: wide, height: high, rgba: made }
}
