/** An hour of the day on a twelve-hour clock: 6:00 AM. */
export const hourWords = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`
