/**
 * Dates as a person types and reads them: local calendar days. Pure but for the time zone.
 *
 * A day begins at local midnight or, where the clocks go forward at midnight, at its first moment.
 * So a day may have 23 or 25 hours, and the end of one is always the start of the next.
 */

/** A calendar day, in no time zone. */
export interface Day {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** The day of `YYYY-MM-DD`; null for another form and for a day that no calendar has. */
export function parseDay(text: string): Day | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return null;
  const day = { year: Number(parts[1]), month: Number(parts[2]), day: Number(parts[3]) };
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(day.year, day.month - 1, day.day);
  const isReal = day.month >= 1 && date.getUTCMonth() === day.month - 1 && date.getUTCDate() === day.day;
  return isReal ? day : null;
}

/** First moment of the day, or of the one `daysLater` days later; milliseconds since 1970. */
export function startOfDay({ year, month, day }: Day, daysLater = 0): number {
  const date = new Date(2000, 0, 1);
  // Not the constructor: it takes the years 0 to 99 for 1900 to 1999.
  date.setFullYear(year, month - 1, day + daysLater);
  return date.getTime();
}

/** `2026-03-14 10:32` in local time; `no date` for null and for a text that is no time. */
export function formatTime(time: string | null): string {
  const date = new Date(time ?? NaN);
  if (Number.isNaN(date.getTime())) return 'no date';
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
