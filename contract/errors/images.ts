/** Error codes of images, each with its HTTP status. */
export const imagesErrors = {
  picture_invalid: 422,
  picture_too_many_points: 422,
} as const
