/** Miles a search around a ZIP code offers. */
export const distances = [5, 10, 25, 50, 100]

/** "Fresno, CA" and "Fresno CA" as a city and its state; a city alone has none. */
export function cityAndState(text: string): { city: string; state?: string } {
  const value = text.trim()
  const cut = value.includes(',')
    ? value.lastIndexOf(',')
    : / [A-Za-z]{2}$/.test(value.slice(-3))
      ? value.length - 3
      : -1
  if (cut < 0) return { city: value }
  const state = value.slice(cut + 1).trim()
  return { city: value.slice(0, cut).trim(), ...(state && { state }) }
}

/** A place as typed: a ZIP code, or a city with its state; empty for nothing. */
export function typedPlace(text: string): { zip?: string; city?: string; state?: string } {
  const value = text.trim()
  if (value === '') return {}
  return /^[\d-]+$/.test(value) ? { zip: value } : cityAndState(value)
}
