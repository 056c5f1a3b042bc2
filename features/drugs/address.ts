/** The directory of drugs with this name looked for. */
export const drugAddress = (name: string): string => `/drugs?find=${encodeURIComponent(name)}`
