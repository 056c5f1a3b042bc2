import { z } from 'zod'
import { isUpload, type Upload } from './upload.ts'

/** A field of a form that holds a file. Apart from the check, which every page loads. */
export const upload = z.custom<Upload>(isUpload, 'Attach a file.').meta({ type: 'string', format: 'binary' })
