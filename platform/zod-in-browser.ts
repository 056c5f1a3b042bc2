import { z } from 'zod'

// zod would try to compile its checks with `new Function`, which the page's policy forbids and reports.
// Import this before anything is parsed.
z.config({ jitless: true })
