import type { Step } from './messages.ts'

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** What is being done before the first answer, in words. */
export const stepWords = (step: Step, dataBytes: number): string =>
  ({
    program: 'Loading PostgreSQL',
    tables: 'Making the tables',
    data: `Loading the data, ${megabytes(dataBytes)}`,
    start: 'Starting the portal',
  })[step]
