/** Company and user as the administrators' lists show them; NULL for a guest. For `users u LEFT JOIN dealers d`. */
export const personNameSql = `CASE WHEN u.id IS NOT NULL THEN concat_ws(' · ', d.name, nullif(u.name, d.name)) END`
