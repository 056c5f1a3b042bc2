/** The bands of the care score, lowest first. */
export const bands = ['LOW', 'MODERATE', 'HIGH', 'SEVERE'] as const
export type CareBand = (typeof bands)[number]

/** The bands as screens name them. */
export const bandNames: Readonly<Record<CareBand, string>> = {
  LOW: 'Low',
  MODERATE: 'Moderate',
  HIGH: 'High',
  SEVERE: 'Severe',
}
