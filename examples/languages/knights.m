% Its knights walk out and home. It resigns when it is in check or when a piece was captured.
walk = {"Nf3", "Nc3", "Ng1", "Nb1"};
turn = 0;
while true
  try
    line = input ("", "s");  % fgetl (stdin) would wait for one letter more
  catch
    break  % the game is over
  end
  if strcmp (strtrim (line), "black")
    walk = {"Nf6", "Nc6", "Ng8", "Nb8"};  % and wait for White's first move
  elseif any (ismember ("x+", line))
    disp ("resign");
  else
    disp (walk{mod (turn++, 4) + 1});  % after '.' another move
  end
  fflush (stdout);
end
