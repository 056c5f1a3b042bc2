/**
 * Whether the code of a permission or block takes in another: what begins with it. A clinic code is known by fewer digits
 * than the level says, and is then that code alone: what was granted for it is no grant for the tablet.
 */
export const takesIn = (pa: { gpiPrefix: string; level: number }, gpi: string): boolean =>
  pa.gpiPrefix.length < pa.level ? pa.gpiPrefix === gpi : gpi.startsWith(pa.gpiPrefix)
