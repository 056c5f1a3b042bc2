// Money inside the engine is whole cents; dollars appear only at its edges.

/** Whole cents of dollars with two decimals; half a cent rounds up. */
export const toCents = (dollars: number | undefined | null): number =>
  dollars == null || !(dollars > 0) ? 0 : Math.round(dollars * 100)

/** Dollars with two decimals. */
export const toDollars = (cents: number): number => cents / 100

/** Whole thousandths of a quantity with up to three decimals. */
export const toMilli = (quantity: number): number => Math.round(quantity * 1000)

/** Cents of a unit price (dollars, up to five decimals) times a quantity; half a cent rounds up. */
export function extend(unitPrice: number, quantity: number): number {
  // Hundred-thousandths of a dollar times thousandths of a unit: both whole, and their product stays exact below 2^53.
  return Math.round((Math.round(unitPrice * 100_000) * toMilli(quantity)) / 1_000_000)
}

/** Cents times a factor in ten-thousandths, plus a fee; half a cent rounds up. */
export const scale = (cents: number, factor: number, feeCents: number): number =>
  Math.round((cents * factor) / 10_000) + feeCents

/** '1,234.50' for messages. */
export function showDollars(cents: number): string {
  const whole = Math.trunc(cents / 100)
  const rest = cents - whole * 100
  let digits = String(whole)
  for (let at = digits.length - 3; at > 0; at -= 3) digits = `${digits.slice(0, at)},${digits.slice(at)}`
  return `${digits}.${rest < 10 ? '0' : ''}${rest}`
}

/** A figure with at most `decimals` decimals and no trailing zeros, for messages. */
export function show(value: number, decimals = 3): string {
  const power = 10 ** decimals
  return String(Math.round(value * power) / power)
}
