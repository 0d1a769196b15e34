import type { Choices } from '#server/visitor/visitor.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Adds choices to those that the user has saved. */
export async function saveUserChoices(db: Db, userId: number, choices: Choices): Promise<void> {
  await db.execute('UPDATE users SET choices = choices || $2 WHERE id = $1', [userId, JSON.stringify(choices)])
}

/** Saves one choice of a user; null removes it. */
export async function saveUserChoice(
  db: Db,
  userId: number,
  choice: keyof Choices,
  value: string | null,
): Promise<void> {
  await db.execute(
    `UPDATE users SET choices = (choices - $2::text) || CASE WHEN $3::text IS NULL THEN '{}'
       ELSE jsonb_build_object($2::text, $3::text) END WHERE id = $1`,
    [userId, choice, value],
    'account_save_choice',
  )
}

/** SQL: a statement that removes a choice of the users whose ids the subquery returns. */
export const removeChoiceSql = (choice: keyof Choices, userIds: string) =>
  `UPDATE users SET choices = choices - '${choice}' WHERE id IN (${userIds}) AND choices ? '${choice}'`
