/** Every line is as high: where one lies is known before it is read. */
export const rawLinePx = 20
