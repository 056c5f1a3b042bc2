export const MANAGED_ELSEWHERE = 'Password is managed by your organization.'

/** The warning about a password that expires, from 15 days before; undefined earlier. */
export function passwordWords(daysLeft: number | undefined): string | undefined {
  if (daysLeft === undefined) return undefined
  return `Your password expires ${daysLeft === 0 ? 'today' : `in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`}.`
}

const browsers: readonly (readonly [RegExp, string])[] = [
  // Browsers that send several names come before those whose names they send.
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** A browser's User-Agent header in words: "Chrome on Windows". A hint for people, never a proof. */
export function deviceWords(userAgent: string | null): string {
  const named = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  if (!system) return browser ?? 'An unknown device'
  return `${browser ?? 'A browser'} on ${system}`
}
