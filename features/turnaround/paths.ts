/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = { turnaround: '/turnaround', list: '/turnaround/requests' } as const
