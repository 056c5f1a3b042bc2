/** The files of the database in the browser: in memory, and written down when that is asked for, never in between. */
import { IdbFs } from '@electric-sql/pglite'

export class KeptFiles extends IdbFs {
  override syncToFs(): Promise<void> {
    return Promise.resolve()
  }

  /** Writes down what changed since the last time, all as it is at one moment. */
  writeDown(): Promise<void> {
    return super.syncToFs()
  }
}
