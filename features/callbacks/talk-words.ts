const two = (value: number): string => String(value).padStart(2, '0')

/** How long a call lasts, as minutes and seconds: 134 is "02:14". */
export const callLength = (seconds: number): string => `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`

/** How long somebody spoke in all, to the minute: 3480 is "58m". */
export function talkWords(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}
