/** A figure without needless zeros, at most two decimals: 6, 1.5, 1,021.25. */
export const figure = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 })

/** US dollars with cents: $1,234.56. */
export const money = (value: number): string => value.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** "WENDELL APPLEGARTH" of the file as the toast says it: "Wendell A." */
export const shortName = (first: string, last: string): string => (last ? `${first} ${last.charAt(0)}.` : first)
