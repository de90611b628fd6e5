(* Its knights walk out and home. It resigns when it is in check or when a piece was captured. *)
let white = [| "Nf3"; "Nc3"; "Ng1"; "Nb1" |] and black = [| "Nf6"; "Nc6"; "Ng8"; "Nb8" |]

let rec play walk turn =
  match String.trim (read_line ()) with
  | "black" -> play black turn (* wait for White's first move *)
  | line ->
      let lost = String.contains line 'x' || String.contains line '+' in
      print_endline (if lost then "resign" else walk.(turn mod 4)); (* it flushes *)
      play walk (turn + 1) (* after '.' too: another move *)

let () = try play white 0 with End_of_file -> () (* the game is over *)
