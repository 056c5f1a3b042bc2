import { typedText } from '../text/typed-text.ts'

/**
 * The time of day a person typed, as 'HH:MM'; undefined when it is not one. Takes 6:10 PM, 6:10p, 6 pm, 18:10 and 1810; an
 * hour above 12 or 0 needs no AM or PM, any other without one is read as it stands.
 */
export function typedTime(text: string): string | undefined {
  const typed = typedText(text.normalize('NFKC')).toLowerCase().replaceAll('.', '')
  const found = /^(\d{1,2})(?::?(\d{2}))?\s*(am?|pm?)?$/.exec(typed)
  if (!found) return undefined
  const [, hours = '', minutes, half] = found
  // Hours alone are a time only with AM or PM.
  if (minutes === undefined && half === undefined) return undefined
  const hour = Number(hours)
  if (Number(minutes ?? 0) > 59 || (half ? hour < 1 || hour > 12 : hour > 23)) return undefined
  const of24 = half === undefined ? hour : (hour % 12) + (half.startsWith('p') ? 12 : 0)
  return `${String(of24).padStart(2, '0')}:${minutes ?? '00'}`
}
