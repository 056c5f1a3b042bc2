/**
 * What a change of a setting does to a submission. `STOPS`: it paid, and would not. `PASSES`: it stopped, and would pay.
 * `REASONS`: it stops for other reasons. `PRICE`: it pays, at another price.
 */
export const effects = ['STOPS', 'PASSES', 'REASONS', 'PRICE'] as const
export type Effect = (typeof effects)[number]
