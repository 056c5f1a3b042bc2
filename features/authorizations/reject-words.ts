// Short descriptions of the reject codes claims staff meet every day. All others have the server's description.
const said: Readonly<Record<string, string>> = {
  '70': 'Not covered: not on the claim’s drug list',
  '75': 'Needs approval first',
  '76': 'Over the plan limit',
  '79': 'Too early to refill',
  '7X': 'Too many days of supply',
  '88': 'Drug safety alert: a possible interaction',
  '922': 'Opioid dose too high',
}

/** What a reject code means, as a person would say it: "Too early to refill". */
export function rejectWords(code: string, description: string): string {
  const words = said[code] ?? description.trim()
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : `Code ${code}`
}
