/**
 * The AppleScripts for the terminals of macOS.
 *
 * Session and command are arguments of a script (`item 1 of argv`), never part of its text, so nothing in them can be executed. The
 * applications are named by their ids, so that a copy under another name is found too. Pure.
 *
 * Source: the scripting dictionaries of iTerm2 (`split vertically with same profile`, `create window with default profile`) and of
 * Terminal (`do script`).
 */

/** In a pane with fewer columns, half of it would be too narrow to work in, so the new pane goes below. */
export const NARROW_COLUMNS = 120;

/** Splits the iTerm2 session with id `item 1`, and runs the command `item 2` there. Fails when there is no such session. */
export const ITERM_SPLIT = `on run argv
  tell application id "com.googlecode.iterm2"
    repeat with aWindow in windows
      repeat with aTab in tabs of aWindow
        repeat with aSession in sessions of aTab
          if id of aSession is (item 1 of argv) then
            if columns of aSession < ${NARROW_COLUMNS} then
              tell aSession to split horizontally with same profile command (item 2 of argv)
            else
              tell aSession to split vertically with same profile command (item 2 of argv)
            end if
            return
          end if
        end repeat
      end repeat
    end repeat
  end tell
  error "no session has that id"
end run`;

/** Runs the command `item 1` in a new window of iTerm2. */
export const ITERM_WINDOW = `on run argv
  tell application id "com.googlecode.iterm2" to create window with default profile command (item 1 of argv)
end run`;

/** Runs the command `item 1` in a new window of Terminal, in place of its shell. */
export const TERMINAL_WINDOW = `on run argv
  tell application id "com.apple.Terminal"
    do script ("exec " & (item 1 of argv))
    activate
  end tell
end run`;
