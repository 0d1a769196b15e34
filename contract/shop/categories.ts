import * as z from 'zod/mini'

/** A link to a category of the first level. */
export const topCategory = z.object({ id: z.number(), name: z.string(), url: z.string() })
export type TopCategory = z.output<typeof topCategory>

/** A category with its address, the products below it that the visitor sees, and its children in their order. */
export type CategoryNode = { id: number; name: string; url: string; count: number; children: CategoryNode[] }
export const categoryNodeSchema: z.ZodMiniType<CategoryNode> = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  count: z.number(),
  children: z.array(z.lazy(() => categoryNodeSchema)),
})
