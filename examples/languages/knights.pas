{ Its knights walk out and home. It resigns when it is in check or when a piece was captured. }
program Knights;
const
  Walks: array[Boolean, 0..3] of string =
    (('Nf3', 'Nc3', 'Ng1', 'Nb1'), ('Nf6', 'Nc6', 'Ng8', 'Nb8'));
var
  Line: string;
  Black: Boolean = False;
  Turn: Integer = 0;
begin
  while not Eof do begin  { until the game is over }
    ReadLn(Line);
    if Pos('black', Line) = 1 then begin Black := True; continue end;  { wait for White }
    if (Pos('x', Line) > 0) or (Pos('+', Line) > 0) then WriteLn('resign')
    else WriteLn(Walks[Black, Turn mod 4]);
    Flush(Output);
    Turn := Turn + 1  { after '.' too: another move }
  end
end.
